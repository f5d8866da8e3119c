-- The settings with the legal data of the house (contract/settings/house.ts), for houses from before they existed. Executed at every start, after
-- the tables. Settings that were deleted count as there, because they were deleted on purpose.
insert into settings (key, value, public)
  select k.key, k.value::jsonb, false
  from (values ('house.legalName', '""'), ('house.registerCourt', '""'), ('house.registerNo', '""'), ('house.managers', '""'), ('house.taxNo', '""'),
    ('house.contact.name', '""'), ('house.contact.phone', '""'), ('house.contact.email', '""'), ('house.accounts', '[]')) k(key, value)
  where exists (select from settings where key = 'house.name') and not exists (select from settings s where s.key = k.key);
