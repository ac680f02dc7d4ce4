/** Makes the element of a formula, or null where it is too large, refused or not understood. */
export type Typesetter = (tex: string, display: boolean) => Promise<Element | null>
