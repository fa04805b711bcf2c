-- What is still to be sent to the subscribers of pages: a lane of its own beside the deliveries of alerts.
create table status_page_letters (
  id bigint generated always as identity primary key,
  subscriber_id uuid not null references status_page_subscribers (id) on delete cascade,
  -- Which update it tells of; none for the question whether somebody wants to hear at all.
  announcement_id uuid,
  update_id uuid,
  due_at timestamptz not null,
  tries smallint not null default 0,
  leased_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  foreign key (announcement_id, update_id) references announcement_updates (announcement_id, id) on delete cascade
);
create index status_page_letters_due on status_page_letters (due_at, id);
create index status_page_letters_of_subscriber on status_page_letters (subscriber_id);
create index status_page_letters_of_update on status_page_letters (announcement_id, update_id) where announcement_id is not null;

-- When somebody was last asked whether they want to hear: nobody's mailbox is filled by others who type its address.
alter table status_page_subscribers add column asked_at timestamptz;
