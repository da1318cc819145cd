-- Works with code from: 0083

-- Every node removes what is over a minute old, every 10 s: without an index each of them read all bodies for it.
CREATE INDEX live_feed_by_time ON live_feed (at);
