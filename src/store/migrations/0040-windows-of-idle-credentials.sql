-- The window of a credential that has been idle is dropped; whoever comes back in that very moment begins a new one.
create or replace function take_from_window(
  credential uuid, budget integer, at timestamptz,
  out taken boolean, out used integer, out frees_in integer
) language plpgsql as $$
declare
  this_second bigint := floor(extract(epoch from at));
  known rate_windows;
  passed integer;
begin
  loop
    select * into known from rate_windows where credential_id = credential for update;
    exit when found;
    insert into rate_windows values (credential, this_second, array_fill(0, array[60])) on conflict do nothing;
  end loop;
  passed := least(greatest(this_second - known.second, 0), 60);
  known.counts := known.counts[passed + 1 : 60] || array_fill(0, array[passed]);
  used := (select sum(count) from unnest(known.counts) as count);
  taken := used < budget;
  if taken then
    used := used + 1;
    known.counts[60] := known.counts[60] + 1;
    update rate_windows
    set second = greatest(known.second, this_second), counts = known.counts
    where credential_id = credential;
  end if;
  frees_in := coalesce((select min(place) from unnest(known.counts) with ordinality as c (count, place) where count > 0), 60);
end
$$;
