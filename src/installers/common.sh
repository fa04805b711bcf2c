say() { printf '%s\n' "$*"; }
fail() {
  printf 'Not installed: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }
is_root() { [ "$(id -u)" = 0 ]; }
# Root's service is a systemd unit, or a daemon of macOS.
has_systemd() { [ -d /run/systemd/system ]; }

usage() {
  say "Usage: curl -fsSL $lapwing/install/$program | sh -s -- [TOKEN] [options]"
  say "  TOKEN          shown by Lapwing once; an upgrade keeps the token that it has"
  say "  --dir FOLDER   where to install [$usual_dir]"
  say "  --no-service   starts nothing, and prints the command to run"
  say "  --uninstall    stops the $program, and removes it with its token"
  [ "$program" = agent ] || say "  --allow-private, --name NAME, --allow-http   options of the probe, kept by upgrades"
}

read_options() {
  if is_root; then usual_dir=/opt/lapwing-$program; else usual_dir=${HOME:-/nonexistent}/.local/share/lapwing-$program; fi
  dir=$usual_dir with_service=yes uninstalls=no probe_options=
  while [ $# -gt 0 ]; do
    case $1 in
      --dir) [ $# -gt 1 ] || fail '--dir needs a folder.'; dir=$2; shift ;;
      --no-service) with_service=no ;;
      --uninstall) uninstalls=yes ;;
      --help | -h) usage; exit 0 ;;
      *) read_probe_option "$@" || fail "an argument is not a token of this Lapwing and not an option. A token begins with $token_start."
         [ "$1" != --name ] || shift ;;
    esac
    shift
  done
  case $dir in /*) ;; *) dir=$(pwd)/$dir ;; esac
  while [ "$dir" != "${dir%/}" ]; do dir=${dir%/}; done
  case $dir in '' | *[!A-Za-z0-9._/-]*) fail '--dir: choose a folder whose path has only letters, digits, dots, dashes and underscores.' ;; esac
}

read_probe_option() {
  [ "$program" = probe ] || return 1
  case $1 in
    --allow-private | --allow-http) probe_options="$probe_options $1" ;;
    --name) case ${2-} in '' | *[!A-Za-z0-9._-]*) return 1 ;; esac; probe_options="$probe_options --name $2" ;;
    *) return 1 ;;
  esac
}

# Only letters, digits, dashes and underscores ever reach a file or a request.
read_token() {
  token=${LAPWING_TOKEN-}
  unset LAPWING_TOKEN
  case $token in
    '') ;;
    "$token_start"?*) case $token in *[!A-Za-z0-9_-]*) fail 'the token has characters that no token has. Copy it again.' ;; esac ;;
    *) fail "this is no token of the $program; it begins with $token_start." ;;
  esac
}

find_platform() {
  case $(uname -s) in
    Linux) platform=linux ;;
    Darwin) platform=darwin ;;
    *) fail "there is no $program for $(uname -s)." ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) platform=$platform-x64 ;;
    aarch64 | arm64) platform=$platform-arm64 ;;
    *) platform=$platform-$(uname -m) ;;
  esac
  for file in /lib/ld-musl-*; do [ ! -e "$file" ] || platform=$platform-musl; done
}

checksum() {
  if has sha256sum; then sum=$(sha256sum "$1")
  elif has shasum; then sum=$(shasum -a 256 "$1")
  elif has openssl; then sum=$(openssl dgst -sha256 -r "$1")
  else fail 'this machine has no program that verifies checksums: sha256sum, shasum or openssl.'
  fi
  printf '%s' "${sum%% *}"
}

# download NAME SHA256 FOLDER: nothing is unpacked before its checksum is verified.
download() {
  archive=$stage/archive
  if has curl; then curl -fsSL --retry 5 --connect-timeout 20 -o "$archive" "$lapwing/install/files/$1"
  elif has wget; then wget -q -O "$archive" "$lapwing/install/files/$1"
  else fail 'this machine has neither curl nor wget.'
  fi || fail "$lapwing/install/files/$1 could not be downloaded. Is Lapwing running? If it was upgraded just now, run the same command again."
  sum=$(checksum "$archive")
  [ "$sum" = "$2" ] || fail "what was downloaded is not what Lapwing announced (SHA-256 $sum, expected $2)."
  mkdir -p "$3"
  tar -xzf "$archive" -C "$3" || fail 'the archive could not be unpacked. Is tar installed, with gzip?'
  rm "$archive"
}

is_new_enough() {
  "$1" -e "const [a, b] = process.versions.node.split('.').map(Number); process.exit(a > $min_major || (a === $min_major && b >= $min_minor) ? 0 : 1)" >/dev/null 2>&1
}

# Sets node: the one of this machine, or one from Lapwing.
find_node() {
  for name in node nodejs; do
    if has "$name" && is_new_enough "$name"; then
      node=$("$name" -p process.execPath)
      case $node in *[!A-Za-z0-9._/+-]*) ;; *) return 0 ;; esac
    fi
  done
  node=$dir/node
  runtime_of_platform
  [ -n "$runtime" ] || fail "the $program needs Node $min_major.$min_minor or newer, which is not installed, and this Lapwing has none for $platform. Install Node (https://nodejs.org, or the package nodejs), then run the same command again."
  if [ -x "$node" ] && [ -f "$dir/node.sha256" ] && [ "$(cat "$dir/node.sha256")" = "$runtime_sha256" ]; then return 0; fi
  say "Downloading Node, because this machine has none from $min_major.$min_minor on …"
  download "$runtime" "$runtime_sha256" "$stage/new"
  printf '%s\n' "$runtime_sha256" >"$stage/new/node.sha256"
  "$stage/new/node" --version >/dev/null 2>&1 || fail 'the Node of this Lapwing does not run here: it needs glibc 2.28 or newer. Install Node, then run the same command again.'
}

prepare() {
  umask 022
  if [ -d "$dir" ] && [ ! -f "$dir/uninstall" ] && [ -n "$(ls "$dir")" ]; then fail "$dir contains other files. Choose another folder with --dir."; fi
  mkdir -p "$dir" || fail "$dir cannot be created. Run it as root, or choose another folder with --dir."
  [ -w "$dir" ] || fail "you cannot write to $dir. Run it as root, or choose another folder with --dir."
  stage=$dir/.installing
  undo=
  rm -rf "$stage"
  mkdir -m 700 "$stage" "$stage/old"
  trap 'put_back' EXIT
  trap 'exit 1' HUP INT TERM
}

# Everything that is replaced is kept until the new one works.
replace() {
  undo=yes
  for part in program uninstall node node.sha256 node.LICENSE; do
    [ -e "$stage/new/$part" ] || continue
    [ ! -e "$dir/$part" ] || mv "$dir/$part" "$stage/old/$part"
    mv "$stage/new/$part" "$dir/$part"
  done
}

put_back() {
  if [ -n "$undo" ]; then
    if [ -d "$stage/old/program" ]; then
      for part in program uninstall node node.sha256 node.LICENSE; do
        [ -e "$stage/old/$part" ] || continue
        rm -rf "${dir:?}/$part"
        mv "$stage/old/$part" "$dir/$part"
      done
    else
      rm -rf "$dir/program" "$dir/uninstall" "$dir/node" "$dir/node.sha256" "$dir/node.LICENSE" "$dir/state"
    fi
  fi
  rm -rf "$stage"
  rmdir "$dir" 2>/dev/null || true
}

uninstall() {
  [ -f "$dir/uninstall" ] || fail "there is no Lapwing $program in $dir. If it is elsewhere, name the folder with --dir."
  exec sh "$dir/uninstall"
}
