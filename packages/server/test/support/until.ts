import { Looks } from './looks.ts'

/**
 * Looks again and again until there is something to see.
 * @param wanted what is waited for, named in the error
 * @param look gives undefined or false while it is not there yet
 * @throws Error of a look, at once, or one that names what is wanted when it does not come
 */
export async function until<T>(
  wanted: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  looks = new Looks(),
): Promise<T> {
  do {
    const found = await look()
    if (found !== undefined && found !== false) return found
  } while (await looks.again())
  throw new Error(`Not seen in ${looks.taken} looks: ${wanted}`)
}
