/** Most characters of a template, of a partial, and of sample data. */
export const MAX_TEMPLATE_LENGTH = 200_000

/** Most fonts of a letterhead, and most bytes of one. */
export const MAX_FONTS = 8
export const MAX_FONT_BYTES = 4 * 1024 * 1024

/** Most bytes of a logo. */
export const MAX_LOGO_BYTES = 1024 * 1024
