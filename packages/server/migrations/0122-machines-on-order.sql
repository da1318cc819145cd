-- Works with code from: 0103
-- Whether an installed machine was ordered and is not delivered yet. By the function, so that it is the same for readers who may not see the order,
-- such as partners.
CREATE FUNCTION awaits_delivery(of_machine uuid, item uuid, commissioned date) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN commissioned IS NULL AND coalesce(
    (SELECT num_nonnulls(delivery_done, installation_done, site_test_done, training_done) = 0
      FROM ordered_machine WHERE machine_id = of_machine AND deleted_at IS NULL),
    item IS NOT NULL);
REVOKE EXECUTE ON FUNCTION awaits_delivery(uuid, uuid, date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION awaits_delivery(uuid, uuid, date) TO packhouse_app;
