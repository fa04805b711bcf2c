-- An invitation that is mailed has a second link, which only the mailbox sees: it proves the address.
alter table invitations
  add column mailed_hash bytea unique;

-- Accounts made with an invitation could have been made by the inviter. The first owner and provisioned people stay verified.
update users u
set email_verified = false
from activity a
where a.action = 'user.joined'
  and a.entity_type = 'user'
  and a.entity_id = u.id::text
  and a.created_at = u.created_at
  and a.changes ->> 'by' is distinct from 'setup';
