import { spawn } from 'node:child_process'
import { pinnedNode } from '../install.mjs'

/** Ends by itself with the process that started it, however that ends. */
const BURN = 'const parent = process.ppid; while (process.ppid === parent);'

/**
 * Keeps cores busy until the function that it returns is called.
 * @param {number} cores
 * @returns {() => void}
 */
export function burnCores(cores) {
  const children = Array.from({ length: cores }, () => spawn(pinnedNode, ['-e', BURN], { stdio: 'ignore' }))
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
}
