import { LOG_PREFIX } from './database-faults.ts'

/** Loopback only, with the durability that an acknowledgement promises. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: LOG_PREFIX,
}

/** The settings of the embedded PostgreSQL as arguments of its program. @param own those that this server has or changes */
export function flagsOf(own: Record<string, string>): string[] {
  return Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
