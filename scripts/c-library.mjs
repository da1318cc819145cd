/**
 * How the C library holds the memory of the server (decision 0145); images and units set the same. It gives every thread memory of its own, takes
 * larger and larger pieces from what it never hands back, and hands back little: without bounds a server holds twice as much after a flood.
 */
export const memoryOfCLibrary = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
