import { ttl } from "./ttl";

// One caller refills a key, the others wait for it, but never longer than this.
const longestWait = 200;

export async function read(key: string, refill: () => Promise<string>): Promise<string> {
  const hit = await redis.get(key);
  return hit ?? withLock(key, longestWait, async () => keep(key, await refill(), ttl.profile));
}
