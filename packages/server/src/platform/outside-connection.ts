import type pg from 'pg'

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

/**
 * Why an outside database cannot be connected to, and what to do; never its password.
 * @param client what it was tried with
 */
export function connectionWords(error: Error & { code?: string }, client: pg.Client): string {
  const { code = '', message } = error
  const place = `${client.host}:${client.port}`
  return byState(code, message, client, place) ?? byNetwork(code, message, place) ?? unknown(code, message, place)
}

/** By the SQLSTATE of a server that has answered. */
function byState(code: string, message: string, { user, database }: pg.Client, place: string): string | undefined {
  switch (code) {
    case '28P01':
    case '28000':
      return `DATABASE_URL: the server at ${place} does not let the user ${user} in (${message}). Set the right user and password, or let it in by pg_hba.conf.`
    case '3D000':
      return `DATABASE_URL: the server at ${place} has no database ${database}. Make it (CREATE DATABASE), or set the name of one that is there.`
    case '42501':
      return `DATABASE_URL: the user ${user} may not connect to the database ${database} at ${place}. Use the user that owns it.`
    case '53300':
      return `DATABASE_URL: the server at ${place} has no connection left (${message}). Raise its limit, or end other connections.`
    case '57P03':
      return `DATABASE_URL: the server at ${place} takes no connections at the moment (${message}). Start again when it does.`
    default:
      return undefined
  }
}

function byNetwork(code: string, message: string, place: string): string | undefined {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `DATABASE_URL: the host of ${place} is not known (${code}). Set the right name, or an address.`
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `DATABASE_URL: nothing listens at ${place}. Start the PostgreSQL there, or set the right host and port.`
  if (/^E(TIMEDOUT|HOSTUNREACH|NETUNREACH)$/.test(code) || /timeout/i.test(message))
    return `DATABASE_URL: ${place} does not answer. Set the right host and port, and see to the network and firewalls between.`
  if (/does not support SSL/.test(message))
    return `DATABASE_URL: the server at ${place} does not speak TLS. Set it up there, or take sslmode out of the address.`
  if (CERTIFICATE.test(code))
    return `DATABASE_URL: the certificate of ${place} is not trusted (${code}). Name its authority with sslrootcert=<file> in the address.`
  if (/password must be a string/.test(message))
    return `DATABASE_URL: the server at ${place} asks for a password, and the address has none. Write postgres://user:password@host/database.`
  return undefined
}

function unknown(code: string, message: string, place: string): string {
  return `DATABASE_URL: ${place} does not answer as a PostgreSQL server does (${[code, message].filter(Boolean).join(' ')}). Set the right host and port.`
}
