/**
 * First key of the advisory locks, one for each machine, that keep sealing and late records apart: whoever stores late
 * records holds it shared, whoever seals holds it alone. Without it a record could be stored anew while its row is
 * already on its way into a block.
 */
export const SEAL_LOCK = 7_225_003
