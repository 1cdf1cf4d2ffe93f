// SPDX-License-Identifier: Apache-2.0
#include "http/auth/password_checker.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <semaphore>
#include <vector>

namespace pge {
namespace {

using Answer = PasswordChecker::Answer;

Answer ask(PasswordChecker& checker, const std::string& user, const std::string& password,
           bool known = true, const std::string& hash = "hash of p") {
  std::promise<Answer> answer;
  checker.check(user, hash, password, known, [&](Answer a) { answer.set_value(a); });
  return answer.get_future().get();
}

// "hash of X" belongs to the password X.
struct Counting {
  std::atomic_int calls = 0;
  PasswordChecker checker{[this](const std::string& password, const std::string& hash) {
    ++calls;
    return hash == "hash of " + password;
  }};
};

TEST(PasswordChecker, RemembersWhatIsRightAndNothingElse) {
  Counting counting;
  PasswordChecker& checker = counting.checker;
  EXPECT_FALSE(checker.remembers("u", "hash of p", "p"));
  EXPECT_EQ(ask(checker, "u", "p"), Answer::right);
  EXPECT_TRUE(checker.remembers("u", "hash of p", "p"));
  EXPECT_EQ(ask(checker, "u", "p"), Answer::right);
  EXPECT_EQ(counting.calls, 1);
  // Another user, hash or password is another question.
  EXPECT_FALSE(checker.remembers("v", "hash of p", "p"));
  EXPECT_FALSE(checker.remembers("u", "hash of q", "p"));
  EXPECT_FALSE(checker.remembers("u", "hash of p", "q"));
  EXPECT_EQ(ask(checker, "u", "wrong"), Answer::wrong);
  EXPECT_EQ(ask(checker, "u", "wrong"), Answer::wrong);
  EXPECT_EQ(counting.calls, 3);
  EXPECT_FALSE(checker.remembers("u", "hash of p", "wrong"));
}

TEST(PasswordChecker, AnUnknownUserCostsTheSameAndIsNeverRight) {
  Counting counting;
  EXPECT_EQ(ask(counting.checker, "nobody", "p", false), Answer::wrong);
  EXPECT_EQ(ask(counting.checker, "nobody", "p", false), Answer::wrong);
  EXPECT_EQ(counting.calls, 2);
  EXPECT_FALSE(counting.checker.remembers("nobody", "hash of p", "p"));
}

TEST(PasswordChecker, ForgetsWhatWasUsedLongestAgo) {
  Counting counting;
  ask(counting.checker, "first", "p");
  ask(counting.checker, "second", "p");
  for (std::size_t i = 2; i < PasswordChecker::kMostRemembered; ++i) {
    ask(counting.checker, "user" + std::to_string(i), "p");
  }
  EXPECT_TRUE(counting.checker.remembers("first", "hash of p", "p"));
  ask(counting.checker, "one more", "p");
  EXPECT_TRUE(counting.checker.remembers("first", "hash of p", "p"));
  EXPECT_FALSE(counting.checker.remembers("second", "hash of p", "p"));
}

TEST(PasswordChecker, SaysBusyWhenTooManyWaitAndWhenItEnds) {
  std::counting_semaphore<> go(0);
  std::promise<void> began;
  std::atomic_bool first = true;
  std::vector<Answer> answers;
  {
    PasswordChecker checker([&](const std::string&, const std::string&) {
      if (first.exchange(false)) began.set_value();
      go.acquire();
      return true;
    });
    std::promise<Answer> running;
    checker.check("u", "h", "0", true, [&](Answer a) { running.set_value(a); });
    began.get_future().get();
    for (std::size_t i = 0; i < PasswordChecker::kMostWaiting; ++i) {
      checker.check("u", "h", "x" + std::to_string(i), false,
                    [&](Answer a) { answers.push_back(a); });
    }
    std::promise<Answer> refused;
    checker.check("u", "h", "y", true, [&](Answer a) { refused.set_value(a); });
    EXPECT_EQ(refused.get_future().get(), Answer::busy);
    go.release();
    EXPECT_EQ(running.get_future().get(), Answer::right);
    go.release(1000);
  }
  EXPECT_EQ(answers.size(), PasswordChecker::kMostWaiting);  // each was answered, one way or other
}

}  // namespace
}  // namespace pge
