const here = 'https://same.origin.invalid'

/**
 * Where to go after signing in: the wanted path of this origin with its query and hash, or `/` for anything else. It is
 * judged by the browser's own URL parser, so a trick it understands as another origin (`//evil`, `/\evil`, a tab inside)
 * is refused, and `/login` too, which would lead in a circle.
 */
export function intendedPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, here)
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return '/'
  if (url.pathname.replace(/\/+$/, '') === '/login') return '/'
  return url.pathname + url.search + url.hash
}

/** The address of the login that comes back to `target` afterwards, or the plain login where there is nothing to come back to. */
export function loginPath(target?: string): string {
  const intended = intendedPath(target)
  return intended === '/' && target !== '/' ? '/login' : `/login?intended=${encodeURIComponent(intended)}`
}
