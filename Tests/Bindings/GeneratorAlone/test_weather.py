"""Calls the bindings that script/test-generator-alone has made."""

import weather

station = weather.Station("Roof")
try:
    station.mean().wait()
    raise SystemExit("a mean of nothing")
except weather.NoReading:
    pass
station.record(weather.StationReading(20.0))
station.record(weather.StationReading(10.0, weather.StationSky.CLOUDY))
assert station.mean().wait() == 15.0
