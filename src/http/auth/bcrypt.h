// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pge {

// Hashes as htpasswd -B writes them: $2y$10$ and 53 letters; $2a$ and $2b$ too.
//
// What is wrong with the text of a hash, or nothing. Costs above kMostCost are refused: one check
// takes seconds, and a stop of the process waits for the one that runs.
inline constexpr int kMostCost = 14;
std::optional<std::string> bcrypt_fault(std::string_view hash);
int bcrypt_cost(std::string_view hash);  // of a hash without fault

// Whether the password belongs to the hash. Takes 2^cost times 0.14 ms; the time says nothing about
// the answer. Passwords count up to their 72nd byte; one with a NUL belongs to no hash.
bool bcrypt_matches(const std::string& password, const std::string& hash);

// A hash of this cost that no password is known for, to spend the same time on unknown users.
std::string bcrypt_dummy(int cost);

}  // namespace pge
