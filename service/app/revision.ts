/** The service revision, `<YYYYMMDD.HHMMSS>`, returned as `x-vendor-version` (contract, "Versioning"). */
export const REVISION = '20261120.210000'
