// SPDX-License-Identifier: Apache-2.0
#include "schemes/vgpu_list.h"

#include <gtest/gtest.h>

#include "model/quantity.h"

namespace pge::schemes {
namespace {

struct Parsed {
  std::vector<VgpuSegment> segments;
  std::vector<Error> skipped;
};

Parsed parse(std::string_view text, SegmentEnd end) {
  const PodView pod;
  ClaimList claims(pod, "acme", "nvidia");
  Parsed out;
  out.segments = parse_vgpu_list("key", text, end, claims);
  out.skipped = claims.take().skipped;
  return out;
}

// Devices of each segment, as "2 0 1".
std::string sizes(const Parsed& parsed) {
  std::string out;
  for (const VgpuSegment& segment : parsed.segments) {
    out += (out.empty() ? "" : " ") + std::to_string(segment.size());
  }
  return out;
}

TEST(VgpuList, TerminatedSegments) {
  EXPECT_EQ(sizes(parse("a,T,1,0:;", SegmentEnd::terminated)), "1");
  EXPECT_EQ(sizes(parse(";a,T,1,0:b,T,1,0:;", SegmentEnd::terminated)), "0 2");
  EXPECT_EQ(sizes(parse(";;", SegmentEnd::terminated)), "0 0");
  EXPECT_EQ(sizes(parse("a,T,1,0:;;", SegmentEnd::terminated)), "1 0");
  EXPECT_EQ(sizes(parse("a,T,1,0:", SegmentEnd::terminated)), "1");
  EXPECT_EQ(sizes(parse("", SegmentEnd::terminated)), "");
}

TEST(VgpuList, JoinedSegments) {
  EXPECT_EQ(sizes(parse("a,1,0:;b,1,0:", SegmentEnd::joined)), "1 1");
  EXPECT_EQ(sizes(parse("a,1,0:;", SegmentEnd::joined)), "1 0");
  EXPECT_EQ(sizes(parse(";", SegmentEnd::joined)), "0 0");
  EXPECT_EQ(sizes(parse(" ", SegmentEnd::joined)), "");
}

TEST(VgpuList, FieldsOfBothForms) {
  const Parsed old = parse("GPU-a,3000,30:", SegmentEnd::joined);
  ASSERT_EQ(sizes(old), "1");
  EXPECT_EQ(old.segments[0][0].type, "");
  EXPECT_EQ(old.segments[0][0].memory_mib, 3000U);
  EXPECT_EQ(old.segments[0][0].cores, 30U);
  const Parsed later = parse("GPU-a[1-2],NVIDIA,3000,30,more:", SegmentEnd::terminated);
  ASSERT_EQ(sizes(later), "1");
  EXPECT_EQ(later.segments[0][0].raw, "GPU-a[1-2]");
  EXPECT_EQ(later.segments[0][0].uuid, "GPU-a");
  EXPECT_EQ(later.segments[0][0].type, "NVIDIA");
  EXPECT_EQ(later.segments[0][0].memory_mib, 3000U);
  EXPECT_TRUE(later.skipped.empty());
}

TEST(VgpuList, PaddingIsNoDeviceAndNoFault) {
  const Parsed parsed = parse(",,0,0:;a,T,1,0:;", SegmentEnd::terminated);
  EXPECT_EQ(sizes(parsed), "0 1");
  EXPECT_TRUE(parsed.skipped.empty());
}

TEST(VgpuList, FaultsAreReportedAndTheRestKept) {
  const Parsed parsed = parse("a,T:b,T,x,0:c,T,1,500:;", SegmentEnd::terminated);
  EXPECT_EQ(sizes(parsed), "2");
  EXPECT_EQ(parsed.skipped.size(), 3U);
  EXPECT_FALSE(parsed.segments[0][0].memory_mib);
}

TEST(VgpuList, SegmentsAndDevicesAreBounded) {
  const Parsed many = parse(std::string(5000, ';'), SegmentEnd::terminated);
  EXPECT_EQ(many.segments.size(), kMaxSegments);
  EXPECT_EQ(many.skipped.size(), 1U);
  std::string text;
  for (int i = 0; i < 400; ++i) text += "a,T,1,0:;";
  std::size_t devices = 0;
  for (const auto& segment : parse(text, SegmentEnd::terminated).segments)
    devices += segment.size();
  EXPECT_EQ(devices, ClaimList::kMaxListed);
}

TEST(VgpuShare, ZeroAndNonsenseGrantNothing) {
  EXPECT_EQ(
      share_of({.raw = "", .uuid = "", .type = "", .memory_mib = 2, .cores = 25}).memory_bytes,
      2 * kMiB);
  VgpuDevice device;
  EXPECT_FALSE(share_of(device).memory_bytes);
  device.memory_mib = 0;
  device.cores = 0;
  EXPECT_FALSE(share_of(device).memory_bytes);
  EXPECT_FALSE(share_of(device).compute_ratio);
  device.memory_mib = std::uint64_t{1} << 60;
  device.cores = 101;
  EXPECT_FALSE(share_of(device).memory_bytes);
  EXPECT_FALSE(share_of(device).compute_ratio);
  device.cores = 100;
  EXPECT_EQ(share_of(device).compute_ratio, 1.0);
}

TEST(VgpuRegister, ModelsLoseOnePrefix) {
  EXPECT_EQ(plain_model("NVIDIA-NVIDIA L20"), "NVIDIA L20");
  EXPECT_EQ(plain_model("NVIDIA-Tesla P4"), "Tesla P4");
  EXPECT_EQ(plain_model("NVIDIA L20"), "NVIDIA L20");
  EXPECT_EQ(plain_model(""), "");
}

TEST(VgpuRegister, RecordsAreBounded) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "id,1,1,1,T,0,true:";
  Reading<Device> out;
  parse_register("key", text, RegisterForm::hami, Device{}, out);
  EXPECT_EQ(out.items.size(), 1024U);
  EXPECT_EQ(out.skipped.size(), 1U);
}

}  // namespace
}  // namespace pge::schemes
