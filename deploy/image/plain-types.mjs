import { registerHooks } from 'node:module'

/** The sources of an image have no types any more (`strip-types.mjs`): Node takes them as JavaScript. */
registerHooks({
  load: (url, context, next) => next(url, url.endsWith('.ts') ? { ...context, format: 'module' } : context),
})
