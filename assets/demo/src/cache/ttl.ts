// How long a key lives, in seconds.
export const ttl = { session: 900, profile: 3600, avatar: 3600 };
