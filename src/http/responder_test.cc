// SPDX-License-Identifier: Apache-2.0
#include "http/responder.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

namespace pge {
namespace {

TEST(Slots, GivesNoMoreThanThereAre) {
  const Slots slots(2);
  Slots::Ticket a = slots.take();
  const Slots::Ticket b = slots.take();
  EXPECT_TRUE(a && b);
  EXPECT_FALSE(slots.take());
  a.reset();
  EXPECT_TRUE(slots.take());
  EXPECT_EQ(slots.taken(), 1U);
}

TEST(Slots, ZeroMeansNoBoundAndTicketsOutliveTheirSlots) {
  std::vector<Slots::Ticket> tickets;
  {
    const Slots slots(0);
    for (int i = 0; i < 100; ++i) tickets.push_back(slots.take());
    EXPECT_EQ(slots.taken(), 100U);
  }
  for (const auto& ticket : tickets) EXPECT_TRUE(ticket);
}

TEST(Slots, HoldUnderContention) {
  const Slots slots(3);
  std::atomic_int most = 0;
  std::atomic_int inside = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 2000; ++i) {
          if (const Slots::Ticket ticket = slots.take()) {
            const int now = ++inside;
            for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
            }
            --inside;
          }
        }
      });
    }
  }
  EXPECT_LE(most, 3);
  EXPECT_EQ(slots.taken(), 0U);
}

TEST(Responder, TheFirstAnswerCountsAndFreesTheSlot) {
  const Slots slots(1);
  auto pending = std::make_shared<PendingAnswer>(slots.take());
  int woken = 0;
  EXPECT_TRUE(pending->wait([&] { ++woken; }));
  const Responder responder(pending);
  EXPECT_TRUE(responder.wanted());
  responder.send(text_response(200, "first"));
  EXPECT_FALSE(responder.wanted());
  responder.send(text_response(200, "second"));
  EXPECT_EQ(woken, 1);
  EXPECT_EQ(slots.taken(), 0U);
  EXPECT_EQ(to_string(pending->take()->body), "first\n");
  EXPECT_FALSE(pending->take());
}

TEST(Responder, DroppedWithoutAnAnswerMeans500) {
  const Slots slots(1);
  auto pending = std::make_shared<PendingAnswer>(slots.take());
  {
    const Responder one(pending);
    const Responder two = one;
  }
  EXPECT_FALSE(pending->wait([] { FAIL() << "the answer was there already"; }));
  EXPECT_EQ(pending->take()->status, 500);
  EXPECT_EQ(slots.taken(), 0U);
}

TEST(Responder, AnAbandonedAnswerIsDroppedAndFreesTheSlotWhenTheWorkEnds) {
  const Slots slots(1);
  auto pending = std::make_shared<PendingAnswer>(slots.take());
  EXPECT_TRUE(pending->wait([] { FAIL() << "nobody waits"; }));
  const Responder responder(pending);
  pending->abandon();
  EXPECT_FALSE(responder.wanted());
  EXPECT_EQ(slots.taken(), 1U);  // the work still goes on
  responder.send(text_response(200, "late"));
  EXPECT_FALSE(pending->take());
  EXPECT_EQ(slots.taken(), 0U);
}

TEST(Responder, ManyThreadsMayAnswerOneWins) {
  for (int round = 0; round < 50; ++round) {
    auto pending = std::make_shared<PendingAnswer>(nullptr);
    std::atomic_int woken = 0;
    EXPECT_TRUE(pending->wait([&] { ++woken; }));
    const Responder responder(pending);
    std::latch go(3);
    {
      std::vector<std::jthread> threads;
      for (int t = 0; t < 2; ++t) {
        threads.emplace_back([&, t] {
          go.arrive_and_wait();
          responder.send(text_response(200 + t, "x"));
        });
      }
      go.arrive_and_wait();
      pending->wanted();
    }
    EXPECT_EQ(woken, 1);
    EXPECT_TRUE(pending->take());
  }
}

}  // namespace
}  // namespace pge
