program=probe token_start=lwp_ min_major=22 min_minor=18

main() {
  read_options "$@"
  [ "$uninstalls" = no ] || uninstall
  read_token
  find_platform
  case $platform in linux-*) ;; *) fail 'the probe runs on Linux. On other systems run it in a container.' ;; esac
  if [ -z "$token" ] && [ ! -f "$dir/token" ]; then fail "give it the token of its location: curl -fsSL $lapwing/install/probe | sh -s -- TOKEN"; fi
  prepare
  say "Installing the Lapwing probe $version in $dir …"
  download "$archive_name" "$archive_sha256" "$stage/new"
  find_node
  replace
  mkdir -p "$dir/state" && chmod 700 "$dir/state"
  (umask 077 && if [ -n "$token" ]; then printf '%s\n' "$token" >"$stage/token"; else cp "$dir/token" "$stage/token"; fi)
  if [ -z "$probe_options" ] && [ -f "$dir/options" ]; then probe_options=$(cat "$dir/options"); fi
  # Only words without spaces and quotes are in it.
  # shellcheck disable=SC2086
  LAPWING_BROWSERS=0 "$node" "$dir/program/start.mjs" probe --server "$lapwing" --token-file "$stage/token" --dir "$dir/state" $probe_options --test || exit 1
  mv "$stage/token" "$dir/token"
  printf '%s\n' "$probe_options" >"$dir/options"
  undo=
  if is_root && has_systemd && [ "$with_service" = yes ]; then start_service
  else
    say 'Start it with this command, and keep it running:'
    say "LAPWING_BROWSERS=0 $node $flags $dir/program/start.mjs probe --server $lapwing --token-file $dir/token --dir $dir/state$probe_options"
  fi
  say "To upgrade, run the same command again. To remove the probe: sh $dir/uninstall"
}

flags='--max-semi-space-size=1 --v8-pool-size=0 --expose-gc'

start_service() {
  # The user of the service cannot read home folders.
  case $node in /root/* | /home/*) cp "$node" "$dir/node"; node=$dir/node ;; esac
  unit >/etc/systemd/system/lapwing-probe.service
  for step in daemon-reload 'enable --quiet lapwing-probe' 'restart lapwing-probe'; do
    # shellcheck disable=SC2086
    systemctl $step || { say "It is installed, but systemd did not start it: systemctl $step failed."; exit 1; }
  done
  sleep 3
  systemctl is-active --quiet lapwing-probe || { say 'It was started and ended again. journalctl -u lapwing-probe says why.'; exit 1; }
  say 'It runs, and starts with the machine.'
}

unit() {
  cat <<END_OF_UNIT
[Unit]
Description=Lapwing probe
Documentation=$lapwing/docs/probes
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
DynamicUser=yes
StateDirectory=lapwing-probe
StateDirectoryMode=0700
LoadCredential=token:$dir/token
Environment=LAPWING_BROWSERS=0
ExecStart=$node $flags $dir/program/start.mjs probe --server $lapwing --token-file \${CREDENTIALS_DIRECTORY}/token --dir %S/lapwing-probe$probe_options
Restart=always
RestartSec=5
# The token was revoked.
RestartPreventExitStatus=78
MemoryHigh=512M
LimitNOFILE=65536
UMask=0077

# For ping and traceroute checks.
CapabilityBoundingSet=CAP_NET_RAW
AmbientCapabilities=CAP_NET_RAW
NoNewPrivileges=yes

# Not MemoryDenyWriteExecute: JavaScript is compiled while it runs.
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
END_OF_UNIT
}
