import { ConfigError } from './config.ts'

/**
 * Makes a configuration error of a port that cannot be opened: the message names the port and the variable that sets it.
 * Any other error is thrown as it is.
 */
export function nameThePort(variable: string, port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EADDRINUSE') {
      throw new ConfigError(`Port ${port} is taken by another program. Stop it, or set ${variable} to a free port.`)
    }
    if (error.code === 'EACCES') {
      throw new ConfigError(`Port ${port} may not be opened by this user. Set ${variable} to a port above 1023.`)
    }
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new ConfigError('HOST is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.')
    }
    throw error
  }
}
