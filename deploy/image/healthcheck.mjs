/** Ends with 0 while the process answers at `/livez`, which asks nothing else: a database that is away is no reason to restart. */
const port = process.env.PORT || 3000
const answer = await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => undefined,
)
process.exitCode = answer?.ok ? 0 : 1
