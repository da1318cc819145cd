/** Where a project is opened. */
export function projectAddress(id: string): string {
  return `/estimator/projects/${id}`
}
