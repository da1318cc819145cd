import { ConfigError } from './config.ts'
import { noRoom } from './disk-space.ts'

/**
 * The fault of an operator behind an error of the start, in words.
 * @param dataDir the data folder
 * @param outside whether `DATABASE_URL` is set
 * @returns undefined if it is a fault of the program
 */
export function startFaultOf(error: unknown, dataDir: string, outside: boolean): ConfigError | undefined {
  if (error instanceof ConfigError) return error
  if (!(error instanceof Error)) return undefined
  const { code = '', path } = error as NodeJS.ErrnoException
  const words = diskWords(code, path, dataDir) ?? databaseWords(code, error.message, dataDir, outside)
  if (words !== undefined) return new ConfigError(words, { cause: error })
  return startFaultOf(error.cause, dataDir, outside)
}

function diskWords(code: string, path: string | undefined, dataDir: string): string | undefined {
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom(dataDir)
  // Without a path it is no matter of files: ports have words of their own.
  if (path === undefined) return undefined
  if (code === 'EROFS')
    return `${path} cannot be written: its file system is read-only. Set DATA_DIR to a folder that can be.`
  if (code === 'EACCES' || code === 'EPERM') {
    return `${path} may not be used by ${thisUser()}. Give it and all below DATA_DIR to that user, or set DATA_DIR to another folder.`
  }
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${path} is a file where a folder is needed. Move it away, or set DATA_DIR to another folder.`
  return undefined
}

function databaseWords(code: string, message: string, dataDir: string, outside: boolean): string | undefined {
  if (code === '53100')
    return outside
      ? 'The disk of the database server (DATABASE_URL) is full. Make room there, then start again.'
      : noRoom(dataDir)
  if (code === '53300')
    return `The database server has no connection left (${message}). Raise its limit, or set DATABASE_POOL to fewer.`
  if (code === '28P01' && !outside) {
    return `The password in ${dataDir}/secrets.json is not that of the database beside it. Put back the secrets.json that belongs to it; nothing was changed.`
  }
  if (code === '42501' && outside) {
    return `The user of DATABASE_URL lacks a right (${message}). Use the user that owns the database; docs/operations.md tells what it needs.`
  }
  return undefined
}

/** This process's user, as an operator knows it. */
export function thisUser(): string {
  return process.getuid === undefined ? 'this user' : `the user with the number ${process.getuid()}`
}
