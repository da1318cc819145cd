/** The page of what waits on this device. */
export const OUTBOX_ADDRESS = '/not-sent'
