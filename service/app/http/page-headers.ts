/** The `x-pagination-*` headers of one page of a list; pages count from 1. */
export function pageHeaders(page: {
  limit: number
  page: number
  total: number
}): Record<string, string> {
  return {
    'x-pagination-limit': String(page.limit),
    'x-pagination-page': String(page.page),
    'x-pagination-total': String(page.total),
    'x-pagination-total-pages': String(Math.ceil(page.total / page.limit)),
  }
}
