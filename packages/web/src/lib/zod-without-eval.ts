/**
 * Tells zod not to compile its checks with `new Function`, which the content security policy forbids. It asks for the right
 * while a schema is made, so this has to be said before the contract's schemas are loaded with a lazy screen; zod's own
 * `config` would bring zod into the first file for it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
