program=agent token_start=lwa_ min_major=20 min_minor=0

main() {
  read_options "$@"
  [ "$uninstalls" = no ] || uninstall
  read_token
  find_platform
  # systemd gives the folder in /var/lib to the user of the service.
  state=$dir/state
  if is_root && has_systemd && [ "$with_service" = yes ]; then state=/var/lib/lapwing-agent; fi
  if [ -z "$token" ] && [ ! -f "$state/agent.json" ]; then fail "give it the token of this host: curl -fsSL $lapwing/install/agent | sh -s -- TOKEN"; fi
  prepare
  say "Installing the Lapwing agent $version in $dir …"
  download "$archive_name" "$archive_sha256" "$stage/new"
  find_node
  replace
  set -- --dir "$state"
  if [ "$state" = /var/lib/lapwing-agent ]; then set --; fi
  [ "$with_service" = yes ] || set -- "$@" --no-service
  if [ -n "$token" ]; then printf '%s\n' "$token" | "$node" "$dir/program/agent/main.mjs" agent enroll "$lapwing" - "$@"
  else "$node" "$dir/program/agent/main.mjs" agent upgrade "$@" </dev/null
  fi || exit 1
  undo=
  say "To upgrade, run the same command again. To remove the agent: sh $dir/uninstall"
}
