type Makers<L extends object> = { [K in keyof L]: (() => L[K]) | undefined }

/** The function, which is called once at most. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Adds properties that are made when they are first read; none without a maker. Schemas are: a browser knows every resource,
 * and validates few. To copy the object by spreading makes all of them; `withValues` makes none.
 */
export function withLazy<T extends object, L extends object>(base: T, makers: Makers<L>): T & L {
  const object = { ...base }
  for (const [name, make] of Object.entries<(() => unknown) | undefined>(makers)) {
    if (make !== undefined)
      Object.defineProperty(object, name, { enumerable: true, configurable: true, get: once(make) })
  }
  return object as T & L
}

/** A copy with other values. What is lazy in the object stays so. */
export function withValues<T extends object>(object: T, values: Partial<T>): T {
  const descriptors = { ...Object.getOwnPropertyDescriptors(object), ...Object.getOwnPropertyDescriptors(values) }
  return Object.defineProperties({}, descriptors) as T
}
