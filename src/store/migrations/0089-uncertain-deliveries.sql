alter table notifications
  -- Whether the receiver may have the alert, although it did not confirm it.
  add column uncertain boolean;
