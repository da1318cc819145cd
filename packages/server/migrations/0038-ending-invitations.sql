-- Until when the invitation of a user is valid; null without an invitation, or if it was used. The links themselves are closed to everybody.
CREATE FUNCTION invitation_ends_at(account uuid) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT expires_at FROM password_link WHERE user_id = account AND purpose <> 'reset');
REVOKE EXECUTE ON FUNCTION invitation_ends_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION invitation_ends_at TO packhouse_app;
