-- They were kept with their person, and nobody else could bring the same certificate.
delete from certificate c using app_user u
where u.id = c.user_id and u.deleted_at is not null and c.authority_id is null and c.content is null;
