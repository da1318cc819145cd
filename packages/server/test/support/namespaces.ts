import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Starts a command as a container does: with process numbers, shared memory and its own host name. */
export const IN_NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child', '--ipc', '--uts']

/** The same, with a first process that stays when the command has ended. */
export const IN_NAMESPACE_THAT_STAYS = [...IN_NAMESPACE, 'sh', '-c', '"$@"; exec sleep 1000', 'init']

/** Whether this process may make namespaces: root on Linux, unless the system forbids it. */
export async function mayMakeNamespaces(): Promise<boolean> {
  const [command = '', ...args] = IN_NAMESPACE
  return await promisify(execFile)(command, [...args, 'true']).then(
    () => true,
    () => false,
  )
}
