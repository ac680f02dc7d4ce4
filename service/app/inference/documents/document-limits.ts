/*
 * What a document may be at most. Native memory is outside of a worker's limits, so sizes are
 * counted before and while anything is unpacked.
 */

/** Entries of a ZIP archive. */
export const MAX_ARCHIVE_ENTRIES = 2000

/** Bytes of an archive or of a PDF's streams once unpacked. */
export const MAX_UNPACKED_BYTES = 200_000_000

/** Unpacked bytes that a ZIP entry may always have; above it the ratio counts. */
export const FREE_UNPACKED_BYTES = 100 * 1024

/** How many times larger than packed an entry may be. */
export const MAX_RATIO = 100

/** Bytes of markup that are given to a parser, all parts of a document together. */
export const MAX_MARKUP_BYTES = 32_000_000

/** Tags in the markup of a workbook or a presentation. */
export const MAX_TAGS = 1_000_000

/** Tags in the markup of a DOCX, whose parser takes longer over each. */
export const MAX_WORD_TAGS = 400_000

/** Pages of a PDF. */
export const MAX_PDF_PAGES = 500

/** Characters of the text of one document. */
export const MAX_CHARACTERS = 5_000_000

/** Elements of office markup inside of each other. */
export const DEEPEST_ELEMENT = 1000
