// SPDX-License-Identifier: Apache-2.0
#include "join/rank_claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace pge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Ranking {
 public:
  Ranking& add(Evidence evidence, std::string id, std::string container = "c",
               std::string vendor = "nvidia") {
    Claim& claim = claims_.emplace_back();
    claim.pod = {"default", "pod", ""};
    claim.container = std::move(container);
    claim.vendor = std::move(vendor);
    claim.evidence = evidence;
    matched_.push_back({&claim, Match{std::move(id), nullptr, {}, {}}});
    return *this;
  }
  std::vector<std::string> winners() {
    const RankedClaims ranked = rank_claims(matched_);
    differing = ranked.differing;
    std::vector<std::string> out;
    for (const MatchedClaim* winner : ranked.winners) out.push_back(winner->match.id);
    return out;
  }
  std::size_t differing = 0;

 private:
  std::deque<Claim> claims_;
  std::vector<MatchedClaim> matched_;
};

TEST(RankClaims, TheStrongestEvidenceStands) {
  const Evidence weakest_first[] = {
      Evidence::status,     Evidence::planned_annotation,  Evidence::kubelet_id,
      Evidence::dra_status, Evidence::realised_annotation, Evidence::given};
  Ranking ranking;
  for (const Evidence evidence : weakest_first) {
    const std::string id = "GPU-" + std::to_string(static_cast<int>(evidence));
    ranking.add(evidence, id);
    EXPECT_THAT(ranking.winners(), ElementsAre(id));
  }
  EXPECT_EQ(ranking.differing, 1U) << "one holding, however many differ";
}

TEST(RankClaims, AProcessNeverAssigns) {
  Ranking ranking;
  ranking.add(Evidence::process, "GPU-1");
  EXPECT_THAT(ranking.winners(), IsEmpty());
}

TEST(RankClaims, AWordThatNamesNoDeviceIsWorthLess) {
  Ranking ranking;
  ranking.add(Evidence::given, "").add(Evidence::kubelet_id, "GPU-1");
  EXPECT_THAT(ranking.winners(), ElementsAre("GPU-1"));
  EXPECT_EQ(ranking.differing, 0U);
  Ranking nobody;
  nobody.add(Evidence::given, "").add(Evidence::kubelet_id, "");
  EXPECT_THAT(nobody.winners(), ElementsAre("")) << "still counted as unresolved";
}

TEST(RankClaims, AgreementIsNoConflict) {
  Ranking ranking;
  ranking.add(Evidence::given, "GPU-1").add(Evidence::given, "GPU-2");
  ranking.add(Evidence::kubelet_id, "GPU-2").add(Evidence::kubelet_id, "GPU-1");
  EXPECT_THAT(ranking.winners(), ElementsAre("GPU-1", "GPU-2"));
  EXPECT_EQ(ranking.differing, 0U);
}

TEST(RankClaims, ContainersAndVendorsAreHoldingsOfTheirOwn) {
  Ranking ranking;
  ranking.add(Evidence::given, "GPU-1", "a").add(Evidence::kubelet_id, "GPU-2", "b");
  ranking.add(Evidence::kubelet_id, "0000:19:00.0", "a", "amd");
  EXPECT_THAT(ranking.winners(), ElementsAre("GPU-1", "GPU-2", "0000:19:00.0"));
  EXPECT_EQ(ranking.differing, 0U);
}

}  // namespace
}  // namespace pge
