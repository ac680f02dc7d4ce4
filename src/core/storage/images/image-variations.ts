/** Most edits that one press starts. */
export const MOST_VARIATIONS = 4

/** The fields that a variation can have otherwise than the form. */
export const VARIED_FIELDS = ['model', 'resolution', 'aspect_ratio', 'quality'] as const
