-- Everything that has a name, as in a folder: logs, lists, documents.
create table things (
    id bigint generated always as identity primary key,
    name text not null unique,
    lines integer not null,
    changed timestamptz not null default now()
);
create table lines (
    thing bigint not null references things on delete cascade,
    number integer not null,
    line bytea not null,
    primary key (thing, number)
);
-- What each process tells the others; who it is, its listening connection says.
create unlogged table notices (
    pid integer not null,
    started timestamptz not null,
    notice bytea not null,
    primary key (pid, started)
);
