declare global {
  /** What zod reads of its settings, or makes when it is loaded. */
  var __zod_globalConfig: object | undefined
}

/** Settings of zod; its own `config` would bring zod into the first file. */
export function configureSchemas(settings: object): void {
  globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, settings)
}

/**
 * Tells zod not to compile its checks with `new Function`, which the content security policy forbids. It asks for the right while a schema
 * is made, so this has to be said before the contract's schemas are loaded with a lazy screen.
 */
configureSchemas({ jitless: true })
