/** What speaks with passkeys, loaded when somebody first does: with all of its certificates it takes as much memory as the tables of the database do. */
export const passkeyLibrary = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');
