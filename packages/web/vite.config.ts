import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractShapes } from './vite/contract-shapes.ts'
import { earlyScript } from './vite/early-script.ts'
import { inCommon, inEarly, inHome, inStart } from './vite/first-screen.ts'
import { fontPreload } from './vite/font-preload.ts'
import { messages } from './vite/messages.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig(({ command }) => {
  // Whoever builds, a test run included, gets the same files: never the development copy of a library.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    plugins: [contractShapes(), messages(), react(), tailwindcss(), earlyScript(), fontPreload()],
    build: {
      // Everything is a file of its own: the content security policy knows no inline script and no font in a data address.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Every file is named in the first script, which has the names of those that a screen loads: short ones are 2 kB of it.
          chunkFileNames: ({ name }) => (name.includes('~') ? 'assets/[hash].js' : 'assets/[name]-[hash].js'),
          codeSplitting: {
            groups: [
              { name: inEarly, debugName: 'early', priority: 7 },
              {
                // What every screen needs is one file that stays the same from one version to the next.
                name: 'framework',
                // Not what only lists and forms use: who just watches machines does not load it.
                test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](?!react-table|table-core)[^\\/]+)[\\/](?!.*[\\/](useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver|useBlocker)\.js)/,
                priority: 6,
              },
              { name: inStart, debugName: 'start', priority: 5 },
              { name: inHome, debugName: 'home', priority: 4 },
              // Declarations with their schemas, which only lists and forms use.
              {
                name: 'declarations',
                test: /packages[\\/]contract[\\/]src[\\/]|node_modules[\\/]zod[\\/]/,
                priority: 3,
              },
              // What many screens use is one file, and no file is so small that asking for it costs more than its bytes.
              { name: inCommon, debugName: 'common', minShareCount: 15, priority: 2 },
              { name: 'records', minShareCount: 15, priority: 1 },
              { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1000 },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      // `/auth/twofactor` is a screen of the web, what else is below `/auth` belongs to the server.
      proxy: { '/v1': server, '/api': server, '/docs': server, '/problems': server, '^/auth/(?!twofactor)': server },
    },
  }
})
