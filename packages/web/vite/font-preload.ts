import type { Plugin } from 'vite'

/** Asks for the Latin font together with the script, so that text does not wait for the style sheet to name it. */
export function fontPreload(): Plugin {
  return {
    name: 'packhouse:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-opsz-normal-[^/]+\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          }))
      },
    },
  }
}
