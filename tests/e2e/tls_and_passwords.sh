#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The web configuration as clients see it: openssl s_client through versions, ciphers, curves and
# client certificates; curl with passwords; changes while it runs; bad files at the start and later.
. "$(dirname "$0")/lib.sh"

tls=$work/tls
mkdir "$tls"
quiet() { "$@" >>"$work/openssl.log" 2>&1 || fail "$*"; }
authority() { # authority NAME
  quiet openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj "/CN=$1" \
    -keyout "$tls/$1.key" -out "$tls/$1.crt"
}
issue() { # issue AUTHORITY NAME SAN
  quiet openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$2" \
    -keyout "$tls/$2.key" -out "$tls/$2.csr"
  quiet openssl x509 -req -days 1 -in "$tls/$2.csr" -CA "$tls/$1.crt" -CAkey "$tls/$1.key" \
    -CAcreateserial -extfile <(echo "subjectAltName=$3") -out "$tls/$2.crt"
}
authority ours
authority theirs
issue ours server DNS:localhost,IP:127.0.0.1
issue ours renewed DNS:localhost,IP:127.0.0.1
issue ours client DNS:scraper
issue ours other DNS:other
issue theirs stranger DNS:scraper

base='tls_server_config:
  cert_file: tls/server.crt
  key_file: tls/server.key'
config() { # config TEXT: the file holds it as a whole or not at all
  printf '%s\n' "$1" >"$work/web.yml.new"
  mv "$work/web.yml.new" "$work/web.yml"
}
kubelet_says '{}'
start_kubelet

# Bad at the start: all errors at once, with lines and remedies, exit code 2.
config $'tls_server_config:\n  cert_file: tls/absent.crt\n  min_version: TLS14\njunk: 1'
code=0
"$exporter" --node-name=ti --web.listen-address=127.0.0.1:0 --web.config.file="$work/web.yml" \
  >"$work/bad.log" 2>&1 || code=$?
same "exit code of a bad web configuration" 2 "$code"
for part in web.yml:2: absent.crt web.yml:3: TLS13 web.yml:4: junk key_file; do
  grep -q "$part" "$work/bad.log" || fail "the errors do not say $part"
done

config "$base"
start_exporter --web.config.file="$work/web.yml" --web.enable-lifecycle --web.probe-address=127.0.0.1:0
port=${url##*:}
url=https://127.0.0.1:$port
grep -q 'msg="TLS is enabled"' "$work/exporter.log" || wait_until 5 grep -q 'msg="TLS is enabled"' "$work/exporter.log"
curl_tls() { curl --silent --max-time 10 --cacert "$tls/ours.crt" "$@"; }
code_of() { curl_tls --output /dev/null --write-out '%{http_code}' "$@" || true; }
same "over TLS" 200 "$(code_of "$url/metrics")"
same "plain HTTP to the TLS port" 400 "$(code_of "http://127.0.0.1:$port/metrics")"

# The probe address: plain, and probes alone.
probes=http://$(sed -n 's/.*msg="Answering probes on" address=//p' "$work/exporter.log")
same "a probe" 200 "$(code_of "$probes/-/healthy")"
same "no metrics for probes" 404 "$(code_of "$probes/metrics")"

reload() { # reload TEXT: and it must be taken
  config "$1"
  same "reload" 200 "$(code_of --request POST "${credentials[@]}" "$url/-/reload")"
}
credentials=()
# handshake FLAGS...: whether the server answers a request after it (TLS 1.3 refuses clients late).
handshake() {
  printf 'GET /livez HTTP/1.0\r\n\r\n' |
    timeout 10 openssl s_client -connect "127.0.0.1:$port" -quiet "$@" 2>>"$work/s_client.log" |
    grep -q '^HTTP/1.1 200' && echo yes || echo no
}
expect() { # expect WANTED FLAGS...
  same "handshake ${*:2}" "$1" "$(handshake "${@:2}")"
}
expect no -tls1_1 -cipher DEFAULT@SECLEVEL=0
expect yes -tls1_2
expect yes -tls1_3
reload "$base"$'\n  min_version: TLS13'
expect no -tls1_2
expect yes -tls1_3
reload "$base"$'\n  min_version: TLS10\n  max_version: TLS11'
expect yes -tls1 -cipher DEFAULT@SECLEVEL=0
expect yes -tls1_1 -cipher DEFAULT@SECLEVEL=0
expect no -tls1_2
code=$(curl_tls --tls-max 1.1 --tlsv1.0 --ciphers DEFAULT@SECLEVEL=0 --output /dev/null \
  --write-out '%{http_code}' --request POST "$url/-/reload" || true)
same "reload over TLS 1.1" 200 "$code"
config "$base"$'\n  cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384]\n  curve_preferences: [CurveP384, CurveP256]\n  max_version: TLS12'
kill -HUP "${pids[exporter]}"
taken() { [[ $(handshake -tls1_2) == yes ]]; }
wait_until 5 taken || fail "SIGHUP does not bring the new configuration"
expect yes -tls1_2 -cipher ECDHE-ECDSA-AES256-GCM-SHA384
expect no -tls1_2 -cipher ECDHE-ECDSA-AES128-GCM-SHA256
expect no -tls1_2 -cipher AES128-SHA
expect yes -tls1_2 -curves P-384:P-256
expect no -tls1_2 -curves X25519

# Client certificates. Columns: none, a stranger's, ours, ours with another name.
matrix() { # matrix MODE NONE STRANGER OURS OTHER [FURTHER LINES]
  reload_as_client "$base"$'\n  client_ca_file: tls/ours.crt\n  client_auth_type: '"$1${6:-}"
  expect "$2"
  expect "$3" -cert "$tls/stranger.crt" -key "$tls/stranger.key"
  expect "$4" -cert "$tls/client.crt" -key "$tls/client.key"
  expect "$5" -cert "$tls/other.crt" -key "$tls/other.key"
}
reload_as_client() {
  config "$1"
  same "reload" 200 "$(code_of --cert "$tls/client.crt" --key "$tls/client.key" --request POST "$url/-/reload")"
}
matrix RequestClientCert yes yes yes yes
matrix RequireAnyClientCert no yes yes yes
matrix RequireClientCert no yes yes yes
matrix VerifyClientCertIfGiven yes no yes yes
matrix RequireAndVerifyClientCert no no yes yes
matrix RequireAndVerifyClientCert no no yes no $'\n  client_allowed_sans: [scraper]'
reload_as_client "$base"

# A renewed certificate is picked up without a signal.
name_served() {
  openssl s_client -connect "127.0.0.1:$port" </dev/null 2>/dev/null | openssl x509 -noout -subject
}
cp "$tls/renewed.key" "$tls/server.key"
cp "$tls/renewed.crt" "$tls/server.crt"
renewed() { [[ $(name_served) == *renewed* ]]; }
wait_until 5 renewed || fail "the renewed certificate is not picked up within 5 s: $(name_served)"

# A bad file later: the old one stays, a metric and the log say so.
config "$base"$'\n  odd: 1'
failed() { curl_tls "$url/metrics" | grep -q '^pod_gpu_exporter_config_last_reload_successful 0'; }
wait_until 5 failed || fail "the metric does not say that the file is bad"
same "reload of a bad file" 500 "$(code_of --request POST "$url/-/reload")"
grep -q 'odd: unknown key' "$work/exporter.log" || fail "the log does not name the fault"
same "still served" 200 "$(code_of "$url/metrics")"

# Passwords (alice: secret) on every path but the probes; headers on every response.
hash=$(/usr/bin/python3 -W ignore -c 'import crypt; print(crypt.crypt("secret", crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=1024)))')
reload "$base
basic_auth_users:
  alice: $hash
http_server_config:
  http2: true
  headers: {X-Frame-Options: deny}"
for path in / /metrics /metrics/nodes /nowhere; do
  same "no password for $path" 401 "$(code_of "$url$path")"
done
same "no password for reload" 401 "$(code_of --request POST "$url/-/reload")"
for path in /-/healthy /livez /healthz; do same "probe $path" 200 "$(code_of "$url$path")"; done
same "probe /-/ready" 200 "$(code_of "$url/-/ready")"
same "right" 200 "$(code_of --user alice:secret "$url/metrics")"
same "wrong" 401 "$(code_of --user alice:guess "$url/metrics")"
same "unknown" 401 "$(code_of --user bob:secret "$url/metrics")"
head=$(curl_tls --head --user alice:secret "$url/metrics" | tr -d '\r')
grep -qi '^x-frame-options: deny$' <<<"$head" || fail "the header is not sent"
grep -qi '^x-content-type-options: nosniff$' <<<"$head" || fail "no nosniff"
grep -qi '^access-control' <<<"$head" && fail "other sites are let in"
credentials=(--user alice:secret)
for header in 'Origin: https://evil.example' 'Sec-Fetch-Site: cross-site'; do
  same "a POST of another site" 403 \
    "$(code_of --request POST "${credentials[@]}" --header "$header" "$url/-/reload")"
done

# A rate limit is read at the start only.
reload "$base"$'\nrate_limit: {interval: 1h, burst: 1}'
credentials=()
for _ in 1 2 3; do same "no new rate limit" 200 "$(code_of "$url/metrics")"; done
stop exporter TERM || fail "exit code $? after SIGTERM"
start_exporter --web.config.file="$work/web.yml"
url=${url/http:/https:}
same "first" 200 "$(code_of "$url/metrics")"
same "beyond the rate" 429 "$(code_of "$url/metrics")"
same "probes are not limited" 200 "$(code_of "$url/-/healthy")"
