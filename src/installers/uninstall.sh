#!/bin/sh
# Stops what is installed in this folder, and removes it with its token.
set -eu
dir=$(cd "$(dirname "$0")" && pwd)
name=lapwing-@PROGRAM@
state=
if [ "$(id -u)" = 0 ]; then unit=/etc/systemd/system/$name.service scope=--system state=$name
else unit=${HOME:-/nonexistent}/.config/systemd/user/$name.service scope=--user
fi
if [ -f "$unit" ]; then
  case $(cat "$unit") in *"$dir/"*)
    systemctl "$scope" disable --now "$name.service" || true
    rm -f "$unit"
    systemctl "$scope" daemon-reload || true
    [ -z "$state" ] || rm -rf "/var/lib/private/$state" "/var/lib/$state"
    ;;
  esac
fi
for plist in /Library/LaunchDaemons/org.lapwing.agent.plist "${HOME:-/nonexistent}/Library/LaunchAgents/org.lapwing.agent.plist"; do
  [ -w "$plist" ] || continue
  case $(cat "$plist") in *"$dir/"*)
    launchctl unload "$plist" || true
    rm -f "$plist"
    ;;
  esac
done
rm -rf "$dir/program" "$dir/node" "$dir/node.sha256" "$dir/node.LICENSE" "$dir/state" "$dir/token" "$dir/options" "$dir/uninstall"
rmdir "$dir" 2>/dev/null || printf '%s\n' "$dir has files of others, and stays."
printf '%s\n' 'The Lapwing @PROGRAM@ is removed.'
