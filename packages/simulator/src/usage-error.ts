/** The command cannot run as it was given: the message says what is wrong and what to do. Ends with exit code 2. */
export class UsageError extends Error {}
