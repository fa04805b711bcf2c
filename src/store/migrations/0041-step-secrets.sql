-- Steps and query parameters of monitors are secrets. A start encrypts them in configs, because a migration has no key;
-- this masks the copies that earlier versions left in other tables.
create function masked_lists(config jsonb, keys text[]) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(config) = 'object' then (
    select coalesce(jsonb_object_agg(key, case when key = any (keys) and jsonb_typeof(value) = 'array'
      then '"[redacted]"' else value end), '{}')
    from jsonb_each(config)
  ) else config end
$$;

update activity
set changes = changes || jsonb_build_object('config', jsonb_build_object(
  'from', masked_lists(changes #> '{config,from}', '{requestHeaders,steps,queryParams}'),
  'to', masked_lists(changes #> '{config,to}', '{requestHeaders,steps,queryParams}')
))
where entity_type = 'monitor'
  and changes #> '{config}' is not null
  and 'array' in (
    jsonb_typeof(changes #> '{config,from,requestHeaders}'), jsonb_typeof(changes #> '{config,to,requestHeaders}'),
    jsonb_typeof(changes #> '{config,from,steps}'), jsonb_typeof(changes #> '{config,to,steps}'),
    jsonb_typeof(changes #> '{config,from,queryParams}'), jsonb_typeof(changes #> '{config,to,queryParams}')
  );

-- Answers that are kept for requests that are sent twice.
update idempotency_keys
set body = jsonb_set(body::jsonb, '{config}', masked_lists(body::jsonb -> 'config', '{steps,queryParams}'))::text
where body like '{"object":"monitor",%' and (body like '%"steps":[%' or body like '%"queryParams":[%');

-- Checks have shown the whole URL; the query of it goes where it held parameters of the config.
update failure_evidence f
set evidence = regexp_replace(f.evidence::text, '(https?://[^"?\s]*)\?[^"\s]*', '\1?[redacted]', 'g')::json
from monitors m
where m.monitor_number = f.monitor_number and m.type = 'api' and jsonb_typeof(m.config -> 'queryParams') = 'array';

update latest_evidence e
set evidence = regexp_replace(e.evidence, '(https?://[^"?\s]*)\?[^"\s]*', '\1?[redacted]', 'g'),
  good_evidence = regexp_replace(e.good_evidence, '(https?://[^"?\s]*)\?[^"\s]*', '\1?[redacted]', 'g')
from monitors m
where m.monitor_number = e.monitor_number and m.type = 'api' and jsonb_typeof(m.config -> 'queryParams') = 'array';

update incidents i
set evidence = regexp_replace(i.evidence::text, '(https?://[^"?\s]*)\?[^"\s]*', '\1?[redacted]', 'g')::jsonb,
  last_good = regexp_replace(i.last_good::text, '(https?://[^"?\s]*)\?[^"\s]*', '\1?[redacted]', 'g')::jsonb
from monitors m
where m.monitor_number = i.monitor_number and m.type = 'api' and jsonb_typeof(m.config -> 'queryParams') = 'array';
