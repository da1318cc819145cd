-- Works with code from: 0124
-- Migrations 0113, 0120 and 0124 say that they work with code from 0103. That is wrong. A worker of such code does not start where it adds the sample data: it names
-- an index in ON CONFLICT that 0113 has replaced. And it does not know the encrypted addresses of webhooks (0120, 0124): it sends to the host without the path.
-- This migration changes nothing else: it only records that code before 0124 does not work with this schema. Such code then says so and is not ready.
SELECT;
