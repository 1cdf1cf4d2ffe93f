// SPDX-License-Identifier: Apache-2.0
#include "http/auth/bcrypt.h"

#include <crypt.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <memory>

#include "http/auth/same_bytes.h"

namespace pge {
namespace {

constexpr std::size_t kLength = 60;

bool is_hash_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '/';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<std::string> bcrypt_fault(std::string_view hash) {
  const bool kind =
      hash.starts_with("$2y$") || hash.starts_with("$2a$") || hash.starts_with("$2b$");
  if (!kind || hash.size() != kLength || !is_digit(hash[4]) || !is_digit(hash[5]) ||
      hash[6] != '$' || !std::ranges::all_of(hash.substr(7), is_hash_letter)) {
    return "not a bcrypt hash";
  }
  const int cost = bcrypt_cost(hash);
  if (cost < 4) return "a bcrypt hash of a cost below 4";
  if (cost > kMostCost) return "a bcrypt hash of a cost above " + std::to_string(kMostCost);
  return std::nullopt;
}

int bcrypt_cost(std::string_view hash) { return (hash[4] - '0') * 10 + (hash[5] - '0'); }

bool bcrypt_matches(const std::string& password, const std::string& hash) {
  const auto work = std::make_unique<crypt_data>();  // 32 KB, zeroed
  const char* made = crypt_r(password.c_str(), hash.c_str(), work.get());
  const bool same = made != nullptr && same_bytes(made, hash);
  OPENSSL_cleanse(work.get(), sizeof(*work));
  return same && password.find('\0') == std::string::npos;
}

std::string bcrypt_dummy(int cost) {
  std::string hash = "$2b$";
  hash += static_cast<char>('0' + cost / 10);
  hash += static_cast<char>('0' + cost % 10);
  return hash + "$" + std::string(22, '.') + std::string(31, 'z');
}

}  // namespace pge
