import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, '../src')
const early = join(source, 'early.ts')
const home = join(source, 'routes/home-screen.tsx')

/**
 * Has a built page begin with `early.ts`: its file is small (`first-screen.ts`), and neither other scripts nor style sheets hold it up.
 * While developing it is the first import of `main.tsx` and nothing more.
 */
export function earlyScript(): Plugin {
  return {
    name: 'packhouse:early-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk')
        const [chunk] = chunks.filter(({ moduleIds }) => moduleIds.includes(early))
        if (chunk === undefined) throw new Error('The bundle has no early.ts')
        const ofHome = chunks.filter((one) => one.moduleIds.includes(home) || one.facadeModuleId === home)
        const attrs = {
          type: 'module',
          async: true,
          fetchpriority: 'high',
          crossorigin: true,
          src: `/${chunk.fileName}`,
          'data-home': ofHome.map(({ fileName }) => `/${fileName}`).join(' '),
        }
        return [{ tag: 'script', injectTo: 'head-prepend', attrs }]
      },
    },
  }
}
